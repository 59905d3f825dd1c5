import { languageTag } from '#kit/web/i18n.web.ts'

/** How long ago, in the largest unit that says something, such as `3 hours ago`. */
export function age(at: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000))
  const ago = new Intl.RelativeTimeFormat(languageTag(), { numeric: 'auto' })
  if (minutes < 60) return ago.format(-minutes, 'minute')
  if (minutes < 2880) return ago.format(-Math.floor(minutes / 60), 'hour')
  return ago.format(-Math.floor(minutes / 1440), 'day')
}
