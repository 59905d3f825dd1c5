import type { Db } from './database.server.ts'

/** A question that a lower module asks of the modules above it, typed, without knowing them. */
export interface Hook<I, O> {
  name: string
  /** Every answer, run in the caller's transaction. An answer that throws fails the caller: it fails closed. */
  ask(db: Db, input: I): Promise<O[]>
}

export interface HookAnswer {
  hook: Hook<never, unknown>
  run: (db: Db, input: never) => Promise<unknown>
}

const answersOf = new WeakMap<object, HookAnswer['run'][]>()
const declared = new Set<Hook<never, unknown>>()

/** Declares a hook. Asking one that nobody answers is an error: a module that was left out must not mean 'yes'. */
export function hook<I, O>(name: string): Hook<I, O> {
  const self: Hook<I, O> = {
    name,
    async ask(db, input) {
      const runs = answersOf.get(self)
      if (!runs?.length) throw new Error(`Hook '${name}' has no answer`)
      const answers: O[] = []
      for (const run of runs) answers.push((await run(db, input as never)) as O)
      return answers
    },
  }
  declared.add(self)
  return self
}

/** One module's answer to a hook. */
export const answer = <I, O>(to: Hook<I, O>, run: (db: Db, input: I) => Promise<O>): HookAnswer => ({
  hook: to as Hook<never, unknown>,
  run: run as HookAnswer['run'],
})

/** Joins hooks to their answers at the start; a declared hook without one stops it. */
export function joinHooks(answers: readonly HookAnswer[]): void {
  for (const each of declared) {
    const runs = answers.filter((candidate) => candidate.hook === each).map((candidate) => candidate.run)
    if (runs.length === 0) throw new Error(`Hook '${each.name}' has no answer`)
    answersOf.set(each, runs)
  }
}
