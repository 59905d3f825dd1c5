import type { Ctx } from './context.server.ts'
import { text } from './texts.server.ts'

/** The body of a change that has no row to answer: a message in the reader's language, from `messages` of a catalogue. */
export const replyMessage = (ctx: Pick<Ctx, 'language'>, key: string, data?: Record<string, unknown>) => ({
  message: text(ctx.language, `messages.${key}`, data),
})
