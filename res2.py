import re
def conf(p, f):
    s=open(p).read()
    pat=re.compile(r'<<<<<<< HEAD\n(.*?)=======\n(.*?)>>>>>>> main\n',re.S)
    i=[0]
    def r(m):
        k=i[0]; i[0]+=1
        return f(k,m.group(1),m.group(2))
    open(p,'w').write(pat.sub(r,s))
conf('docs/user-guide/configuration.md',lambda k,a,b: b.replace('`conjugate-gradients`, ','`conjugate-gradients`, `eigenpro`, `sgd`, ') if k==0 else b+'\n'+a)
conf('numerics/src/main/java/org/filbert/train/SystemRun.java',lambda k,a,b:b.replace('''    return whole.and(
        List.of(
            new Plan.Item("directions", solver.vectors(options.system().directions()) * vector),
            new Plan.Item(
                "best coefficients",
                (options.solver().stopping().patience() > 0 ? vector : 0) + vector / ridges)));
''','''    return whole
        .and(
            List.of(
                new Plan.Item("directions", solver.vectors(options.system().directions()) * vector),
                new Plan.Item(
                    "best coefficients",
                    (options.solver().stopping().patience() > 0 ? vector : 0) + vector / ridges)))
        .and(options.solver().memory(prepared, options.settings().precision()));
'''))
