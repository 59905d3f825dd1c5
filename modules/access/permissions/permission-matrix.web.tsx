import { Checkbox, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import { withImplied } from '#modules/permissions.domain.ts'
import {
  type Area,
  areasOf,
  choose,
  isImplied,
  partsOf,
  permissionsIn,
  type Subject,
} from './matrix.domain.ts'
import { type PermissionRow, permissions as contract } from './permissions.contract.ts'
import css from './permissions.module.css'

const api = bindContract(contract)

/** The catalogue of permissions for whoever draws it. */
export function Catalogue({ children }: { children: (all: readonly PermissionRow[]) => ReactNode }) {
  return (
    <Loaded query={useQuery(api.listSelection.queryOptions())} height={320}>
      {children}
    </Loaded>
  )
}

interface MatrixProps {
  permissions: readonly PermissionRow[]
  chosen: readonly string[]
  /** Without it the matrix shows what is chosen, and nothing else. */
  onChange?: (chosen: string[]) => void
  error?: string
}

/** Every permission by area: a line for each subject, with viewing, managing and whatever else can be done with it. */
export function PermissionMatrix({ permissions, chosen, onChange, error }: MatrixProps) {
  const texts = useTexts('access:permissions')
  const id = useId()
  const [text, setText] = useState('')
  const areas = useMemo(() => areasOf(permissions), [permissions])
  const given = withImplied(chosen)
  const wanted = text.trim().toLowerCase()
  const isShown = (line: Subject<PermissionRow>) =>
    onChange
      ? [nameOf(line, texts), ...permissionsIn(line).map(({ label }) => label)].some((one) =>
          one.toLowerCase().includes(wanted),
        )
      : permissionsIn(line).some(({ code }) => given.has(code))
  const shown = areas
    .map((area) => ({ ...area, subjects: area.subjects.filter(isShown) }))
    .filter(({ subjects }) => subjects.length > 0)
  return (
    <div
      className={css.matrix}
      data-read={!onChange || undefined}
      data-invalid={error !== undefined || undefined}
    >
      <div className={css.head}>
        {onChange && (
          <TextInput
            className={css.search}
            size="xs"
            data-path="permissions"
            aria-label={texts('search')}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            placeholder={texts('search')}
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && event.preventDefault()}
          />
        )}
        <span className={css.count} aria-live="polite">
          {texts(onChange ? 'chosen' : 'given', { count: given.size })}
        </span>
      </div>
      {error !== undefined && (
        <p className={css.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {shown.length === 0 ? (
        <p className={css.nothing}>{texts(onChange ? 'table.noResults' : 'none')}</p>
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              {['subject', 'view', 'manage', 'other'].map((column) => (
                <th key={column} scope="col">
                  {texts(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          {shown.map((area) => (
            <AreaLines key={area.group} area={area} whole={areas} {...{ chosen, given, texts, onChange }} />
          ))}
        </table>
      )}
    </div>
  )
}

/** What a line is about; the label of its first permission where the catalogue has no word for it. */
const nameOf = (line: Subject<PermissionRow>, texts: Texts) =>
  texts(`subjects.${line.subject}`, { defaultValue: permissionsIn(line)[0]?.label ?? line.subject })

interface LinesProps extends Pick<MatrixProps, 'chosen' | 'onChange'> {
  /** With the lines that are shown. */
  area: Area<PermissionRow>
  whole: readonly Area<PermissionRow>[]
  given: ReadonlySet<string>
  texts: Texts
}

function AreaLines({ area, whole, chosen, given, texts, onChange }: LinesProps) {
  const every = whole.find(({ group }) => group === area.group) ?? area
  // What is checked together is what is to be seen: the search narrows it. To read, the whole area is counted.
  const all = (onChange ? area : every).subjects.flatMap(permissionsIn)
  const held = all.filter(({ isHeld }) => isHeld).map(({ code }) => code)
  const count = all.filter(({ code }) => given.has(code)).length
  const cell = { chosen, given, texts, onChange }
  return (
    <tbody>
      <tr className={css.area}>
        <th scope="rowgroup" colSpan={4}>
          <div className={css.areaHead}>
            {onChange ? (
              <Checkbox
                size="xs"
                label={area.label}
                aria-label={texts('all', { area: area.label })}
                classNames={{ label: css.areaName }}
                checked={count === all.length}
                indeterminate={count > 0 && count < all.length}
                disabled={held.length === 0}
                onChange={() => onChange(choose(chosen, held, !held.every((code) => given.has(code))))}
              />
            ) : (
              <span className={css.areaName}>{area.label}</span>
            )}
            <span className={css.count}>{texts('count', { count, total: all.length })}</span>
          </div>
        </th>
      </tr>
      {area.subjects.map((line) => (
        <tr key={line.subject}>
          <th scope="row">{nameOf(line, texts)}</th>
          <td>{line.view && <Cell permission={line.view} {...cell} />}</td>
          <td>{line.manage && <Cell permission={line.manage} {...cell} />}</td>
          <td className={css.other}>
            {line.others.map((permission) => (
              <Cell key={permission.code} permission={permission} {...cell} isNamed />
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

interface CellProps extends Omit<LinesProps, 'area' | 'whole'> {
  permission: PermissionRow
  /** Says its verb, where the column does not. */
  isNamed?: boolean
}

/** One permission. Its tooltip says what it allows, or why it cannot be changed here. */
function Cell({ permission, chosen, given, texts, onChange, isNamed }: CellProps) {
  const { code, label, description, isHeld } = permission
  const isOn = given.has(code)
  const verb = isNamed ? texts(`verbs.${partsOf(code).verb}`, { defaultValue: label }) : undefined
  if (!onChange)
    return isOn ? (
      <span className={css.given}>
        <IconCheck size={16} stroke={2} role="img" aria-label={label} title={description} /> {verb}
      </span>
    ) : null
  const reason = isHeld
    ? isImplied(chosen, code)
      ? texts('reasons.implied')
      : undefined
    : texts('reasons.notHeld')
  return (
    <Tooltip label={reason ?? description} openDelay={300} multiline maw={280} events={onFocusToo}>
      <span>
        <Checkbox
          size="xs"
          label={verb}
          aria-label={[verb, label, reason].filter(Boolean).join(': ')}
          checked={isOn}
          disabled={reason !== undefined}
          onChange={(event) => onChange(choose(chosen, [code], event.currentTarget.checked))}
        />
      </span>
    </Tooltip>
  )
}

const onFocusToo = { hover: true, focus: true, touch: true }
