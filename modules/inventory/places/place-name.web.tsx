import { useTexts } from '#kit/web/texts.web.ts'

/** A drawer by its branch and name; without one it is the vault of the branch. */
export function PlaceName({ branch, counter }: { branch: string; counter: string | null }) {
  const say = useTexts('inventory:stock')
  return `${branch} · ${counter ?? say('vault')}`
}
