package org.filbert.linalg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.bytedeco.javacpp.Loader;
import org.jspecify.annotations.Nullable;

/**
 * The place where a class loader unpacks native libraries.
 *
 * <p>JavaCPP unpacks them below the name of their jar. A job that brings its jar, as by {@code ADD
 * JAR}, has a class loader of its own and a jar of another name each time; and a process loads no
 * file for two class loaders. So such a class loader takes the first of the numbered places of
 * these libraries that its process has not loaded from: there are as many places as class loaders
 * that live at once, and all processes share them. JavaCPP's thread that frees memory, which nobody
 * here needs, does not start: it would keep the class loader for ever.
 */
final class NativeCache {
  private static final String DIRECTORY = "org.bytedeco.javacpp.cachedir";
  private static final String BESIDE_EACH_OTHER = "org.bytedeco.javacpp.cachedir.nosubdir";
  private static final String NO_THREAD = "org.bytedeco.javacpp.nopointergc";

  /** The files that this process has loaded, where the system tells. */
  private static final Path LOADED = Path.of("/proc/self/maps");

  /** One object in all class loaders of the process. */
  private static final Object ALL_LOADERS = "org.filbert.linalg.NativeCache".intern();

  private NativeCache() {}

  /** Loads libraries at a place of this class loader. */
  static void load(Runnable loading) {
    if (NativeCache.class.getClassLoader() == ClassLoader.getSystemClassLoader()
        || !Files.isReadable(LOADED)) {
      loading.run();
      return;
    }
    synchronized (ALL_LOADERS) {
      TreeMap<String, String> before = new TreeMap<>();
      for (String property : List.of(DIRECTORY, BESIDE_EACH_OTHER, NO_THREAD)) {
        before.put(property, System.getProperty(property, ""));
      }
      try {
        System.setProperty(DIRECTORY, Place.OF_THIS_LOADER.toString());
        System.setProperty(BESIDE_EACH_OTHER, "true");
        System.setProperty(NO_THREAD, "true");
        loading.run();
      } finally {
        before.forEach(NativeCache::restore);
      }
    }
  }

  /**
   * Unpacks libraries that are not there yet, as JavaCPP does when it loads them. After one that
   * did not load, this may tell why.
   *
   * @param libraries resources of JavaCPP's jars; those that this platform does not have are passed
   *     over; a name after # is that of another copy
   * @throws UnpackingException if one of them cannot be unpacked
   */
  static void checkUnpacked(List<String> libraries) {
    load(
        () -> {
          for (String library : libraries) {
            String[] parts = library.split("#", -1);
            URL resource = resource(parts[0]);
            if (resource != null) {
              unpack(resource, parts.length == 1 ? "" : "#" + parts[1]);
            }
          }
        });
  }

  private static void unpack(URL resource, String otherName) {
    try {
      Loader.cacheResource(new URL(resource + otherName));
    } catch (IOException e) {
      throw unpacking(resource, e);
    }
  }

  private static UnpackingException unpacking(URL resource, IOException failure) {
    try {
      long bytes = resource.openConnection().getContentLengthLong();
      return new UnpackingException(Loader.getCacheDir(), bytes, failure);
    } catch (IOException e) {
      failure.addSuppressed(e);
      throw new UncheckedIOException(failure);
    }
  }

  private static @Nullable URL resource(String library) {
    return Loader.class.getResource("/org/bytedeco/" + library.formatted(Loader.getPlatform()));
  }

  private static void restore(String property, String value) {
    if (value.isEmpty()) {
      System.clearProperty(property);
    } else {
      System.setProperty(property, value);
    }
  }

  /** Found once. */
  private static final class Place {
    static final Path OF_THIS_LOADER = find();

    private static Path find() {
      try {
        return Files.createDirectories(free(places("filbert-" + version()).toRealPath()));
      } catch (IOException e) {
        throw new IllegalStateException("found no place for native libraries: " + e, e);
      }
    }

    /**
     * Where JavaCPP unpacks: in a directory that is given, else at home, else among what is
     * temporary.
     */
    private static Path places(String name) throws IOException {
      String given = System.getProperty(DIRECTORY);
      if (given != null) {
        return Files.createDirectories(Path.of(given, name));
      }
      try {
        return Files.createDirectories(
            Path.of(System.getProperty("user.home"), ".javacpp", "cache", name));
      } catch (IOException e) {
        return Files.createDirectories(
            Path.of(
                System.getProperty("java.io.tmpdir"),
                ".javacpp-" + System.getProperty("user.name"),
                "cache",
                name));
      }
    }

    /** The first place that is not loaded from; class loaders that are over leave theirs. */
    private static Path free(Path places) throws IOException {
      String loaded = Files.readString(LOADED);
      int place = 1;
      while (loaded.contains(places.resolve(Integer.toString(place)) + "/")) {
        place++;
      }
      return places.resolve(Integer.toString(place));
    }

    /** The checksums of the libraries. */
    private static String version() throws IOException {
      StringBuilder version = new StringBuilder();
      for (String library :
          List.of("javacpp/%s/libjnijavacpp.so", "openblas/%s/libjniopenblas.so")) {
        URL resource = resource(library);
        URLConnection found = resource == null ? null : resource.openConnection();
        long checksum = found instanceof JarURLConnection jar ? jar.getJarEntry().getCrc() : 0;
        version.append(String.format(Locale.ROOT, "%08x", checksum));
      }
      return version.toString();
    }
  }
}
