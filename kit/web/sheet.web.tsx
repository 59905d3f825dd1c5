import type { ReactNode, Ref } from 'react'
import css from './sheet.module.css'

interface SheetProps {
  /** What the table is called where it is not seen. */
  label: string
  /** The head of each column: `isNumber` puts it over figures, `isUnseen` only says it. */
  columns: readonly { title: string; isNumber?: boolean; isUnseen?: boolean }[]
  /** On a phone its rows are cards, whose cells carry their `data-title`: more than four have no room side by side. */
  isStacked?: boolean
  ref?: Ref<HTMLTableElement>
  /** Its rows; a cell with figures carries `data-number`. */
  children: ReactNode
}

/** A table that is drawn whole and scrolls aside where it is too wide, unless its rows are cards there. What has pages, filters or thousands of rows is a `DataTable`. */
export const Sheet = ({ label, columns, isStacked, ref, children }: SheetProps) => (
  <div className={css.scroll} role="region" aria-label={label} tabIndex={0}>
    <table ref={ref} className={isStacked ? `${css.table} ${css.stacks}` : css.table}>
      <thead>
        <tr>
          {columns.map(({ title, isNumber, isUnseen }) => (
            <th
              key={title}
              scope="col"
              data-number={isNumber || undefined}
              aria-label={isUnseen ? title : undefined}
            >
              {!isUnseen && title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

/** The page that such tables stand on. */
export const SheetPage = ({ children }: { children: ReactNode }) => <div className={css.page}>{children}</div>
