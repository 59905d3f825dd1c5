import type { WebModule, WebRoute } from '#kit/web/module.web.tsx'
import { can, lacks } from '#kit/web/api.web.ts'

/** A screen with the module whose texts it speaks. */
export type Screen = WebRoute & { module: string }

const modules = import.meta.glob<WebModule>('../../modules/*/module.web.tsx', {
  eager: true,
  import: 'webModule',
})

/** Every screen of every module. */
export const screens: readonly Screen[] = Object.values(modules).flatMap(({ name, routes }) =>
  routes.map((route) => ({ ...route, module: name })),
)

/** Whether an address is one of a screen: `$id` stands for any part. */
const isAt = (address: string, path: string) => {
  const [parts, wanted] = [address.split('/'), path.split('/')]
  return (
    parts.length === wanted.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at])
  )
}

/** The screen at an address, if the person who is signed in may open it; one without a parameter goes before one with it. */
export const screenOf = (address: string): Screen | undefined =>
  [...screens]
    .toSorted((a, b) => Number(a.path.includes('$')) - Number(b.path.includes('$')))
    .find((screen) => isAt(address, screen.path) && mayOpen(screen))

/** Whether the company has it and the person who is signed in may open it. */
export const mayOpen = ({ permission, feature }: WebRoute) =>
  !lacks(feature) && (typeof permission === 'string' || can(...permission))
