import css from './flag.module.css'

const flags = import.meta.glob<string>('../../../node_modules/circle-flags/flags/??.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})
const urlOf = (code: string) => flags[`../../../node_modules/circle-flags/flags/${code}.svg`]

/** The round flag of a currency beside its code, never instead of it; a currency of no country has none. */
export function CurrencyLabel({ code, flagCode }: { code: string; flagCode: string }) {
  const url = urlOf(flagCode)
  return (
    <span className={css.label}>
      {url ? <img src={url} alt="" width={18} height={18} /> : <span className={css.noFlag} />}
      <span className={css.code}>{code}</span>
    </span>
  )
}
