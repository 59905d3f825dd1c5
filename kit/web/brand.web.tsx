import css from './brand.module.css'

/** The product's mark and name: two notes that change hands. */
export function Brand({ short = false }: { short?: boolean }) {
  return (
    <span className={css.brand}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden>
        <rect width="24" height="24" rx="6" className={css.tile} />
        <path d="M5.5 9.25h10m0 0-3-3m3 3-3 3M18.5 14.75h-10m0 0 3 3m-3-3 3-3" className={css.mark} />
      </svg>
      <span className={short ? 'agio-sr' : css.name}>Agio</span>
    </span>
  )
}
