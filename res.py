import re,subprocess
def conf(p, f):
    s=open(p).read()
    pat=re.compile(r'<<<<<<< HEAD\n(.*?)=======\n(.*?)>>>>>>> main\n',re.S)
    out=[];i=[0]
    def r(m):
        k=i[0]; i[0]+=1
        return f(k,m.group(1),m.group(2))
    s=pat.sub(r,s)
    open(p,'w').write(s)
ours=lambda k,a,b:a
theirs=lambda k,a,b:b
both=lambda k,a,b:a+b
N='numerics/src/main/java/org/filbert/'
conf('estimators/src/main/java/org/filbert/estimators/RidgeOptions.java',theirs)
conf('it-tests/src/test/java/org/filbert/it/EverySystemOnFlinkTest.java',both)
conf('jobs/src/main/java/org/filbert/jobs/config/TrainConfig.java',theirs)
conf('jobs/src/main/java/org/filbert/jobs/training/TrainerOptions.java',lambda k,a,b:'''            config.objective().map(ObjectiveConfig::toRidge).orElse(Ridge.NONE),
            config.objective().map(ObjectiveConfig::toRisk).orElse(Risk.RIDGE),
            solver.access(),
''')
conf(N+'random/Purpose.java',lambda k,a,b:b.replace('62);','62),')+'  MINI_BATCH(70),\n  SUBSAMPLE(71),\n  NORM_SAMPLE(72),\n  RANGE(73);\n')
conf(N+'solver/Method.java',lambda k,a,b:a+'    }\n\n'+b)
conf(N+'solver/Solver.java',lambda k,a,b:(''.join(sorted(set((a+b).splitlines(True)))) if k==0 else a+'    }\n\n'+b))
conf(N+'solver/SystemSolverOptions.java',lambda k,a,b:'import java.util.List;\nimport org.filbert.kernel.Kernel;\nimport org.filbert.linalg.Precision;\nimport org.filbert.plan.Plan;\nimport org.filbert.shard.Prepared;\nimport org.filbert.system.Access;\nimport org.filbert.system.Risk;\n')
conf(N+'system/ColumnTasks.java',lambda k,a,b:b+'      ColumnBatches.begin(worker);\n')
conf(N+'system/FeatureOptions.java',theirs)
conf(N+'system/FullKernel.java',theirs)
conf(N+'system/SystemOptions.java',both)
conf(N+'train/SystemRun.java',lambda k,a,b:b)
conf(N+'train/SystemRunState.java',lambda k,a,b:b+a)
conf('numerics/src/main/resources/META-INF/services/org.filbert.solver.SolverType',lambda k,a,b:b+a)
conf('numerics/src/test/java/org/filbert/solver/SolverTypeTest.java',lambda k,a,b:'''        .containsExactly(
            "block-coordinate-descent",
            "conjugate-gradients",
            "eigenpro",
            "newton-cg",
            "sgd",
            "steepest-descent");
''')
def sub(p,a,b,n=1):
    s=open(p).read()
    assert a in s,(p,a)
    open(p,'w').write(s.replace(a,b,n))
p=N+'solver/SystemSolverOptions.java'
s=open(p).read()
a=s.index('  /** Whether smaller blocks will do'); b=s.index('  /** Whether it can do without a ridge. */')
s=s[:a]+s[b:]
a=s.index('  /**\n   * Refuses a system that it cannot solve.'); b=s.index('  /** Bytes of a worker besides those')
s=s[:a]+s[b:]
open(p,'w').write(s)
p=N+'solver/Solver.java'
s=open(p).read()
a=s.index('  /** Whether fitted values follow the steps'); b=s.index('  /** How well u fits at the end of an epoch. */')
s=s[:a]+s[b:]
open(p,'w').write(s)
p=N+'train/SystemRun.java'
sub(p,'''      solver.check(system, settings.risk());
''','''      solver.check(system, settings.risk());
      if (!solver.ridgeless() && settings.ridge().values().get(0) == 0) {
        throw new IllegalArgumentException("ridge is 0.0, must be a number above 0");
      }
''')
p=N+'system/FullKernel.java'
sub(p,'  private final List<Integer> shards;\n','')
sub(p,'    this.shards = shards;\n','')
sub(p,'new FullKernelBatches(vectors, shards)','new FullKernelBatches(vectors, prepared.shardRows())')
p=N+'system/FeatureOptions.java'
sub(p,'''        vectors -> new RandomFeatures(map, elements, vectors.inOrder()),
        workers);''','''        new ColumnSystem.Columns() {
          @Override
          public Model model(Vectors vectors) {
            return new RandomFeatures(map, elements, vectors.inOrder());
          }

          @Override
          public RowBatches batches(Vectors vectors) {
            return new ColumnBatches(vectors, prepared.shardRows());
          }
        },
        workers);''')
s=open(p).read().replace('''  @Override
  public int largestBlock() {
    return features;
  }

''','')
open(p,'w').write(s)
p=N+'system/NystromOptions.java'
s=open(p).read().replace('''  @Override
  public int largestBlock() {
    return landmarks;
  }

''','')
open(p,'w').write(s)
p=N+'system/SystemOptions.java'
sub(p,'''  /** Unknowns of the largest block that there can be. */
  default int largestBlock() {
    return Integer.MAX_VALUE;
  }

''','')
sub(N+'system/BinningOptions.java','''  /** None: with so little''','''  @Override
  public boolean batches() {
    return false;
  }

  /** None: with so little''')
# warnings through the state
p=N+'system/KernelSystem.java'
sub(p,'''  /** Tells the user something. */
  default void warn(String message) {
    vectors().workers().at(0, new SystemTasks.Warn(message));
  }

''','')
p=N+'system/SystemTasks.java'
sub(p,'''  /** Has something to tell the user. */
  record Warn(String message) implements Task<Boolean> {
    @Override
    public Boolean run(Worker worker) {
      worker.warn(message);
      return true;
    }
  }

''','')
s=open(p).read(); s=re.sub(r',\n        Warn\.class','',s); open(p,'w').write(s)
p=N+'system/RowBatches.java'
sub(p,'''

  /** Fitted values of u on held-out rows, anew from its elements. */
  void score();
''','\n')
sub(p,'asks for {@link #predict} and {@link #score}, not for gradients and fits of the system.','asks for {@link #predict} and for scores, not for gradients and fits of the system.')
for p in ('FullKernelBatches','ColumnBatches'):
    p=N+'system/%s.java'%p
    s=open(p).read()
    a=s.index('  @Override\n  public void score()'); b=s.index('  private static KernelBlocks tiles') if 'FullKernel' in p.split('/')[-1] else s.index('  /** Forgets what was made')
    s=s[:a]+s[b:]
    a=s.index('  /** Fitted values of held-out rows'); b=s.index('  static List<Class<?>> messages')
    s=s[:a]+s[b:]
    s=s.replace(',\n        Score.class','')
    s=s.replace('import org.filbert.data.Sample;\n','')
    s=s.replace('''        ColumnTasks.strips(worker).fill(batch.x(), block * size, block * size + z.cols(), z);
''','''        ((DenseColumns) ColumnTasks.rows(worker)).fill(batch.x(), block, z);
''').replace('      int size = Shared.of(worker).settings().blockSize();\n','')
    s=s.replace('''        ColumnTasks.addTransposeProduct(backend.blas(), z, c, out.rows(at, at + z.cols()));
''','''        try (Matrix rounded = c.copy(z.precision());
            Matrix product = Matrix.zeros(z.precision(), z.cols(), c.cols())) {
          backend.blas().gemm(true, false, 1, z, rounded, 0, product);
          out.rows(at, at + z.cols()).add(product);
        }
''')
    open(p,'w').write(s)
p=N+'system/RowBatchTasks.java'
s=open(p).read()
a=s.index('  /** Begins the fitted values of held-out'); b=s.index('  /** Row i times √w_i, in place. */')
s=s[:a]+s[b:]
s=s.replace(',\n        ClearScores.class','')
open(p,'w').write(s)
for p in ('EigenPro','StochasticGradients'):
    p=N+'solver/%s.java'%p
    s=open(p).read()
    a=s.index('    @Override\n    public int blockSize()'); b=s.index('    @Override\n    public boolean ridgeless()')
    s=s[:a]+'''    @Override
    public Access access() {
      return Access.ofWhole();
    }

'''+s[b:]
    s=s.replace('''    public void check(SystemOptions system) {
      Batches.check(system,''','''    public void check(SystemOptions system, Kernel kernel) {
      SystemSolverOptions.super.check(system, kernel);
      Batches.check(system,''')
    s=s.replace('public Solver<?> solver(long seed)','public Solver<?> solver(Prepared prepared, long seed)')
    s=s.replace('import org.filbert.system.SystemOptions;','import org.filbert.system.Access;\nimport org.filbert.system.SystemOptions;').replace('import org.filbert.linalg.Precision;','import org.filbert.kernel.Kernel;\nimport org.filbert.linalg.Precision;')
    open(p,'w').write(s)
sub(N+'solver/Batches.java','''  /** Unknowns of a block, which is of no importance to the method. */
  static final int BLOCK = 1024;

''','')
p=N+'solver/StochasticDescent.java'
s=open(p).read()
s=s.replace('''  @Override
  public boolean keepsFittedValues() {
    return false;
  }

''','').replace('system.batches().score();','system.score(Vector.U);')
s=s.replace('''      Tally now,
      Tally last)
      implements''','''      Tally now,
      Tally last,
      List<String> warnings)
      implements''').replace(''' * @param last of the epoch before
   */''',''' * @param last of the epoch before
   * @param warnings what the user should know
   */''')
s=s.replace('sizes, 0, 0, none, none)','sizes, 0, 0, none, none, List.of())')
s=s.replace('state.halvings, now, last)','state.halvings, now, last, state.warnings)')
a=s.index('    system.warn('); b=s.index('    system.copy(GOOD, Vector.U);')
s=s[:a]+'''    List<String> warnings = new ArrayList<>(state.warnings());
    warnings.add(
        "the loss of a batch in epoch %d came to %.3g times that of no model: back to where epoch %d began, step sizes halved to %.4g"
            .formatted(
                epoch,
                worst,
                state.position().step() > 0 ? epoch : epoch - 1,
                Math.scalb(state.sizes().steps().get(0), -state.halvings() - 1)));
'''+s[b:]
s=s.replace('''        none,
        state.last());''','''        none,
        state.last(),
        List.copyOf(warnings));''')
open(p,'w').write(s)
