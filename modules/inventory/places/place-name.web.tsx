import { useTexts } from '#kit/web/texts.web.ts'

interface PlaceNameProps {
  branch: string
  counter: string | null
  isOfGoods?: boolean
}

/** A counter by its branch and name; without one it is the vault of the branch, or its store. */
export function PlaceName({ branch, counter, isOfGoods = false }: PlaceNameProps) {
  const say = useTexts('inventory:stock')
  return `${branch} · ${counter ?? say(isOfGoods ? 'store' : 'vault')}`
}
