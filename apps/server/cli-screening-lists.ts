import type { Command } from 'commander'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'
import { text as textOf } from '#kit/server/texts.server.ts'
import { diffLists } from '#modules/screening/public.server.ts'

/** What an operator does with lists. */
export function listCommands(program: Command, say: (line: string) => void): void {
  const screening =
    program.commands.find((command) => command.name() === 'screening') ?? program.command('screening')
  screening
    .command('diff')
    .description(
      'what is added, removed and changed between two files of a list, by content; without a database',
    )
    .argument('<old>')
    .argument('<new>')
    .action(async (before: string, after: string) => {
      const { added, removed, changed } = await inWords(`${before}, ${after}`, diffLists(before, after))
      for (const { id, name } of added) say(`+ ${id} ${name}`)
      for (const { id, name } of removed) say(`- ${id} ${name}`)
      for (const { id, name, fields } of changed) {
        say(`~ ${id} ${name}`)
        for (const { field, gone, come } of fields) {
          for (const value of gone) say(`    ${field} - ${value}`)
          for (const value of come) say(`    ${field} + ${value}`)
        }
      }
      say(`${added.length} added, ${removed.length} removed, ${changed.length} changed`)
    })
}

/** A refusal of a list as the operator reads it. */
async function inWords<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new StartRefusal(`${file}: ${textOf('en', `refusals.${error.code}`, error.data)}`)
  }
}
