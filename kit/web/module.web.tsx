import type { FunctionComponent } from 'react'

/** One screen of a module. `path` is absolute, with `$id` for a parameter: `/account-management/branch/$id`. */
export interface WebRoute {
  path: string
  /** The screen's own chunk: `() => import('./branches/branches.web.tsx').then((m) => m.List)`. */
  load: () => Promise<FunctionComponent>
  /** Any one of these codes; `signedIn`: nothing more than a session; `anyone`: a screen without the shell. */
  permission: readonly string[] | 'signedIn' | 'anyone'
  /** The part of the product that it belongs to: it is not there for a company that does without that part. */
  feature?: string
  /** Behind sign-in, but without the shell: for a window of its own, such as one on a second monitor. */
  isBare?: boolean
}

/** What `modules/<name>/module.web.tsx` exports as `webModule`. Its texts are namespace `name`. */
export interface WebModule {
  name: string
  routes: WebRoute[]
}
