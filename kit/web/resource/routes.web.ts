import type { WebRoute } from '../module.web.tsx'

type Load = WebRoute['load']

/** List, form and page of one resource; who may see it has `view_<code>`, who may change it `manage_<code>`. */
export function resourceRoutes(
  path: string,
  code: string,
  load: Record<'list' | 'form', Load> & { update?: Load; detail?: Load },
): WebRoute[] {
  const [see, manage] = [[`view_${code}`], [`manage_${code}`]]
  return [
    { path, permission: see, load: load.list },
    { path: `${path}/create`, permission: manage, load: load.form },
    { path: `${path}/update/$id`, permission: manage, load: load.update ?? load.form },
    ...(load.detail ? [{ path: `${path}/$id`, permission: see, load: load.detail }] : []),
  ]
}
