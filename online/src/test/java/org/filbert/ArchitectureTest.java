package org.filbert;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.InstanceofCheck;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.filbert.system.KernelSystem;
import org.filbert.system.SystemOptions;

/** What the mathematics must not know of. */
@AnalyzeClasses(
    packages = "org.filbert",
    importOptions = {DoNotIncludeTests.class, ArchitectureTest.NoJarsOfTests.class})
class ArchitectureTest {
  /** The modules below are jars in a whole build, those of their tests too. */
  static final class NoJarsOfTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule knowsNoEngineNorFormatNorLogger =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.flink..",
              "com.fasterxml..",
              "org.slf4j..",
              "org.apache.logging..",
              "org.apache.log4j..",
              "java.util.logging..",
              "com.esotericsoftware..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("org.filbert.(*)..").should().beFreeOfCycles();

  /** So that a solver, and a run around it, serve systems that are still to come. */
  @ArchTest
  static final ArchRule whichSystemItIsNobodyAsks =
      classes().that().resideOutsideOfPackage("org.filbert.system..").should(notAskWhichSystem());

  private static ArchCondition<JavaClass> notAskWhichSystem() {
    return new ArchCondition<>("not ask which system it is") {
      @Override
      public void check(JavaClass own, ConditionEvents events) {
        for (InstanceofCheck check : own.getInstanceofChecks()) {
          if (check.getRawType().isAssignableTo(KernelSystem.class)
              || check.getRawType().isAssignableTo(SystemOptions.class)) {
            events.add(
                SimpleConditionEvent.violated(
                    check, own.getName() + " asks for " + check.getRawType().getName()));
          }
        }
      }
    };
  }

  @ArchTest
  static final ArchRule allRandomnessIsSeededAndCountedOut =
      noClasses()
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(Random.class, ThreadLocalRandom.class)
          .orShould()
          .callMethod(Math.class, "random");

  @ArchTest
  static final ArchRule nothingIsJavaSerialized =
      noClasses()
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(ObjectInputStream.class, ObjectOutputStream.class);
}
