package org.filbert;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** What the mathematics must not know of. */
@AnalyzeClasses(packages = "org.filbert", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

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
