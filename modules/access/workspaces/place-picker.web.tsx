import { ActionIcon, Checkbox, Input, Skeleton, TextInput, Tooltip } from '@mantine/core'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useField } from '#kit/web/form/form-context.web.tsx'
import { ErrorState } from '#kit/web/parts.web.tsx'
import { messageOf } from '#kit/web/queries.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { companyStructure } from '../calls.web.ts'
import {
  assign,
  below,
  isAssigned,
  isSamePlace,
  matching,
  type Place,
  type PlaceNode,
  findTrail,
} from './places.domain.ts'
import css from './workspaces.module.css'

/** Trees with fewer places than this are shown whole. */
const small = 40
const searchedFrom = 8

interface PickerProps {
  /** Where the person who assigns may act: only that can be handed on. `all`: everywhere. */
  own: readonly Place[] | 'all'
}

/** The field `workspaces` of a form: the company as a tree to check. A place that is checked covers what lies in it. */
export function PlacePicker({ own }: PickerProps) {
  const { value, onChange, input } = useField<Place[]>({ name: 'workspaces' })
  const texts = useTexts('access:places')
  const id = useId()
  const [text, setText] = useState('')
  const [atFirst] = useState(value)
  // Fresh each time: the counter that was made a moment ago is the one to assign.
  const structure = useQuery({ ...companyStructure, staleTime: 0 })
  const root: PlaceNode | undefined = structure.data
  if (structure.error)
    return <ErrorState message={messageOf(structure.error)} onRetry={() => void structure.refetch()} />
  if (!root) return <Skeleton h={200} />

  const size = below(root).length
  const shown = matching(root, text.trim())
  const elsewhere = atFirst.filter((place) => !findTrail(root, place))
  const toggle = (node: PlaceNode, isOn: boolean) => onChange(assign(value, node, isOn))
  const line = { places: value, own, onToggle: toggle, texts, isSmall: size < small || text.trim() !== '' }
  return (
    <Input.Wrapper
      label={input.label}
      description={input.description}
      error={input.error}
      inputWrapperOrder={input.inputWrapperOrder}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
    >
      <div
        className={css.picker}
        role="group"
        aria-labelledby={`${id}-label`}
        data-path="workspaces"
        tabIndex={-1}
      >
        {size >= searchedFrom && (
          <TextInput
            className={css.search}
            variant="unstyled"
            aria-label={texts('search')}
            placeholder={texts('search')}
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && event.preventDefault()}
          />
        )}
        <div className={css.scroll}>
          {shown ? (
            <ul className={css.tree}>
              <Line key={text} node={shown} {...line} />
            </ul>
          ) : (
            <p className={css.nothing}>{texts('table.noResults')}</p>
          )}
          {elsewhere.length > 0 && <Elsewhere places={elsewhere} value={value} onChange={onChange} />}
        </div>
      </div>
    </Input.Wrapper>
  )
}

interface ElsewhereProps {
  places: readonly Place[]
  value: readonly Place[]
  onChange: (value: Place[]) => void
}

/** Places that were assigned and that whoever looks does not see. */
function Elsewhere({ places, value, onChange }: ElsewhereProps) {
  const texts = useTexts('access:places')
  const others = (place: Place) => value.filter((one) => !isSamePlace(one, place))
  return (
    <ul className={css.tree} aria-label={texts('elsewhere.title')}>
      {places.map((place) => (
        <li key={`${place.type} ${place.workspaceId}`} className={css.line} data-elsewhere>
          <Checkbox
            size="xs"
            label={texts(`elsewhere.${place.type}`)}
            checked={value.some((one) => isSamePlace(one, place))}
            onChange={({ currentTarget: { checked } }) =>
              onChange([...others(place), ...(checked ? [place] : [])])
            }
          />
        </li>
      ))}
    </ul>
  )
}

interface LineProps {
  node: PlaceNode
  places: readonly Place[]
  own: readonly Place[] | 'all'
  /** The place above that is checked and so covers this one. */
  cover?: PlaceNode
  /** A place above may be handed on, and so this one. */
  isReached?: boolean
  isSmall: boolean
  onToggle: (node: PlaceNode, isOn: boolean) => void
  texts: (key: string, values?: Record<string, unknown>) => string
}

function Line(props: LineProps) {
  const { node, places, own, cover, isSmall, onToggle, texts } = props
  const isOn = isAssigned(places, node)
  const holds = !isOn && !cover && below(node).some((one) => isAssigned(places, one))
  const isReached = props.isReached || own === 'all' || isAssigned(own, node)
  const [isOpen, setOpen] = useState(node.type === 0 || isSmall || holds)
  const reason = cover
    ? texts('covered', { name: cover.name })
    : !isReached && !isOn
      ? texts('beyond')
      : undefined
  return (
    <li>
      <div className={css.line}>
        {node.children.length > 0 ? (
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            className={css.toggle}
            aria-expanded={isOpen}
            aria-label={texts(isOpen ? 'collapse' : 'expand', { name: node.name })}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} stroke={1.75} />
          </ActionIcon>
        ) : (
          <span className={css.spacer} />
        )}
        <Tooltip label={reason} disabled={!reason} position="top-start" openDelay={200}>
          <span>
            <Checkbox
              size="xs"
              classNames={{ label: css.label }}
              label={
                <>
                  {node.name} <span className={css.level}>{texts(`levels.${node.type}`)}</span>
                  {reason && <span className="agio-sr"> {reason}</span>}
                </>
              }
              checked={isOn || cover !== undefined}
              indeterminate={holds}
              disabled={reason !== undefined}
              onChange={(event) => onToggle(node, event.currentTarget.checked)}
            />
          </span>
        </Tooltip>
      </div>
      {isOpen && node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <Line
              {...props}
              key={child.id}
              node={child}
              cover={cover ?? (isOn ? node : undefined)}
              isReached={isReached}
            />
          ))}
        </ul>
      )}
    </li>
  )
}
