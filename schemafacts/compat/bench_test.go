package compat
import ("testing";"math/rand/v2";"github.com/schemavet/schemavet/internal/randschema";"github.com/schemavet/schemavet/schemafacts/schema")
func BenchmarkTools(b *testing.B){
 g := randschema.Generator{Rand: rand.New(rand.NewPCG(1,2))}
 type pr struct{a,b *schema.Node}
 var ps []pr
 for range 200 { s:=g.Tool(); e:=g.Edit(s); ps=append(ps,pr{schema.NormalizeSchema(parse(b,s)),schema.NormalizeSchema(parse(b,e))}) }
 for i:=0;b.Loop();i++ { p:=ps[i%len(ps)]; Schemas(p.a,p.b,Input) }
}
