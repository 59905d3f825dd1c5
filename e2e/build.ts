import { buildWhenStale } from '#tools/build.ts'
import { makePristine } from './server.ts'

/** Before any worker starts: two of them would build at once. */
export default async function build(): Promise<void> {
  if (!(await buildWhenStale())) throw new Error('The web app cannot be built.')
  await makePristine()
}
