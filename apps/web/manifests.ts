import type { WebModule, WebRoute } from '#kit/web/module.web.tsx'
import { can } from '#kit/web/api.web.ts'

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

/** Whether the person who is signed in may open it. */
export const mayOpen = ({ permission }: WebRoute) => typeof permission === 'string' || can(...permission)
