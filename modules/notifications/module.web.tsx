import type { WebModule } from '#kit/web/module.web.tsx'

/** No screen of its own: the panel hangs on the bell of the header. */
export const webModule: WebModule = { name: 'notifications', routes: [] }
