import type { Ctx } from '#kit/server/context.server.ts'

/** The same asker and transaction with another input; what a context has is in its prototypes. */
export const withInput = <I>(ctx: Ctx<unknown>, input: I): Ctx<I> =>
  Object.create(ctx, { input: { value: input } }) as Ctx<I>
