package org.filbert.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;

/** Made-up reviews: the rating is the number of good words less that of bad ones. */
public final class Reviews {
  private static final List<String> GOOD = List.of("splendid", "moving", "brilliant");
  private static final List<String> BAD = List.of("tedious", "clumsy", "dreadful");
  private static final List<String> OTHER =
      List.of("film", "actor", "scene", "plot", "music", "camera", "story", "ending", "squirrel");

  private Reviews() {}

  public static List<Instance> of(Role role, int count) {
    List<Instance> reviews = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Random random = new Random(31L * i + role.code());
      StringBuilder text = new StringBuilder();
      int rating = 0;
      for (int word = 0; word < 12; word++) {
        int draw = random.nextInt(8);
        rating += draw == 0 ? 1 : draw == 1 ? -1 : 0;
        text.append(draw == 0 ? one(GOOD, random) : draw == 1 ? one(BAD, random) : "the ")
            .append(one(OTHER, random));
      }
      reviews.add(review(role, i, text.toString(), rating));
    }
    return reviews;
  }

  public static Instance review(Role role, long position, String text, double rating) {
    return new Instance.Example(
        role, position, new Features.Text(text), new Target.Values(new double[] {rating}));
  }

  private static String one(List<String> words, Random random) {
    return words.get(random.nextInt(words.size())) + ' ';
  }
}
