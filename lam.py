import sys; sys.path.insert(0,'/work/shared/reference')
import numpy as np, reference as R
X,y,_,_=R.letter(); n=len(y); rng=np.random.default_rng(0); M=2000
X=X.astype(np.float32)
p=rng.permutation(n); S=p[:M]; T=p[M:2*M]
def k(a,b): return np.exp(-np.maximum(R.sq_dist(a,b),0)/(2*.04)).astype(np.float32)
sig,V=np.linalg.eigh(k(X[S],X[S]).astype(float)); sig=sig[::-1].copy(); V=V[:,::-1].copy()
for q in (100,300,665):
    D=(1-sig[q]/sig[:q])/sig[:q]
    def top(rows):
        B=(k(rows,X[S])@V[:,:q])*np.sqrt(D); K=k(rows,rows); v=rng.standard_normal(len(rows)).astype(np.float32)
        for _ in range(60):
            v/=np.linalg.norm(v); v=K@v-(B@(B.T@v)).astype(np.float32)
        off=v.copy(); w=rng.standard_normal(len(rows)).astype(np.float32); d=1-(B*B).sum(1)
        for _ in range(60):
            w/=np.linalg.norm(w); w=K@w-B@(B.T@w)-d*w
        return np.linalg.norm(v),np.linalg.norm(w),d.max()
    t=top(X[T]); t2=top(X[T][:500]); f=top(X)
    print(q,'sigma/M',sig[q]/M,'1/',M/sig[q],'sample2000',t[0]/M,t[1]/M,'s500',t2[0]/500,t2[1]/500,'full',f[0]/n,f[1]/n,'beta',f[2],flush=True)
