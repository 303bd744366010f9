package org.filbert.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.filbert.random.Mixer;

/** Performs an {@link Analysis} with Lucene. Not thread-safe. */
public final class Analyser implements AutoCloseable {
  private final Analysis analysis;
  private final Analyzer lucene;

  /** Hashes of one document's words, and of its n-grams. */
  private long[] words = new long[256];

  private long[] nGrams = new long[1024];

  public Analyser(Analysis analysis) {
    this.analysis = analysis;
    this.lucene = new Chain(analysis);
  }

  /** The n-grams of a document, as often as they occur, in ascending order of their hashes. */
  public long[] nGrams(String document) {
    int count = 0;
    int used = 0;
    try (TokenStream tokens = lucene.tokenStream("text", document)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        if (count == words.length) {
          words = Arrays.copyOf(words, 2 * count);
        }
        words[count++] = hash(term);
        used = addNGramsThatEnd(count, used);
      }
      tokens.end();
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
    long[] found = Arrays.copyOf(nGrams, used);
    Arrays.sort(found);
    return found;
  }

  private static long hash(CharTermAttribute term) {
    Mixer mixer = new Mixer(0);
    char[] buffer = term.buffer();
    for (int i = 0; i < term.length(); i++) {
      mixer.add(buffer[i]);
    }
    return mixer.value();
  }

  private int addNGramsThatEnd(int end, int used) {
    int next = used;
    if (next + Analysis.MAX_WORDS > nGrams.length) {
      nGrams = Arrays.copyOf(nGrams, 2 * nGrams.length);
    }
    for (int length = 1; length <= Math.min(analysis.nGrams(), end); length++) {
      Mixer mixer = new Mixer(length);
      for (int i = end - length; i < end; i++) {
        mixer.add(words[i]);
      }
      nGrams[next++] = mixer.value();
    }
    return next;
  }

  @Override
  public void close() {
    lucene.close();
  }

  private static final class Chain extends Analyzer {
    private final Analysis analysis;

    Chain(Analysis analysis) {
      this.analysis = analysis;
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer words = new StandardTokenizer();
      TokenStream tokens = new LowerCaseFilter(words);
      if (analysis.stopWords()) {
        tokens = new StopFilter(tokens, EnglishAnalyzer.getDefaultStopSet());
      }
      return new TokenStreamComponents(
          words, analysis.stem() ? new PorterStemFilter(tokens) : tokens);
    }
  }
}
