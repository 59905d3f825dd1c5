import { buildGalleryWhenStale, buildWhenStale } from '#tools/build.ts'
import { layGround } from './server.ts'

/** Before any worker starts: two of them would build at once. Answers what is done when all have ended. */
export default async function build(): Promise<() => Promise<void>> {
  if (!(await buildWhenStale()) || !(await buildGalleryWhenStale())) throw new Error('It cannot be built.')
  return layGround()
}
