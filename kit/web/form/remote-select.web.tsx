import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOptions } from '../client.web.ts'
import { messageOf } from '../failures.web.ts'
import { type FieldProps, useField } from './form-context.web.tsx'

interface Row {
  id: string
  name: string
}

interface RemoteProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** The id of what is chosen, or nothing. */
  value: string | null
  onChange: (id: string | null) => void
  /** What is chosen at first, so that it has a name before anything is fetched. */
  held?: Row
}

/** A control's own fetched rows as options; what is chosen stays among them. */
function useOptions(rows: readonly Row[], { value, onChange, held }: RemoteProps) {
  const [picked, setPicked] = useState(held)
  const all = picked && picked.id === value && !rows.some(({ id }) => id === value) ? [...rows, picked] : rows
  return {
    picked: picked?.id === value ? picked : undefined,
    props: {
      value,
      data: all.map(({ id, name }) => ({ value: id, label: name })),
      onChange: (id: string | null) => {
        setPicked(rows.find((row) => row.id === id) ?? picked)
        onChange(id)
      },
      comboboxProps: { shadow: 'md' },
    },
  }
}

const searchDelay = 300

interface SearchProps extends RemoteProps {
  /** Finds rows by what was typed. When it fails the list is empty. */
  find: (text: string, how: CallOptions) => Promise<readonly Row[]>
}

/** A choice that is found by typing. Asks 300 ms after the last key, and not for an empty text. */
function SearchSelect({ find, held, ...props }: SearchProps) {
  const { t } = useTranslation('kit')
  const id = useId()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), searchDelay)
  const query = useQuery({
    queryKey: ['search', id, asked],
    queryFn: ({ signal }) => find(asked, { signal, quiet: true }),
    enabled: asked !== '',
    retry: false,
    gcTime: 0,
  })
  const found = asked === '' || query.isError ? [] : (query.data ?? [])
  const options = useOptions(found, { ...props, ...(held && { held }) })
  const nothing = query.isError
    ? messageOf(query.error)
    : query.isFetching
      ? t('loading')
      : t('table.noResults')
  return (
    <Select
      {...props}
      {...options.props}
      searchable
      allowDeselect={false}
      filter={({ options: all }) =>
        all.filter((one) => 'value' in one && found.some((row) => row.id === one.value))
      }
      // The name of what was chosen is put there by the control, not typed.
      onSearchChange={(typed) => setText(typed === options.picked?.name ? '' : typed)}
      nothingFoundMessage={asked === '' ? undefined : nothing}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
    />
  )
}

const pageSize = 50
/** More is fetched when the end is this many options away, so long after. */
const near = { options: 10, after: 100 }

interface LazyProps extends RemoteProps {
  /** Fetches one page of the list; a list call of a contract fits. */
  page: (
    ask: { pageNum: number; pageSize: number },
    how: CallOptions,
  ) => Promise<{ items: readonly Row[]; pagination: { pageNum: number; totalPages: number } }>
}

/** A choice from a long list, fetched when it is opened: 50 at a time, more when the end comes near. */
function LazySelect({ page, held, ...props }: LazyProps) {
  const { t } = useTranslation('kit')
  const id = useId()
  const viewport = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const query = useInfiniteQuery({
    queryKey: ['pages', id],
    queryFn: ({ pageParam, signal }) => page({ pageNum: pageParam, pageSize }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.pageNum < pagination.totalPages ? pagination.pageNum + 1 : undefined,
    enabled: isOpen,
  })
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  const options = useOptions(rows, { ...props, ...(held && { held }) })
  const more = useDebouncedCallback(() => {
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
  }, near.after)
  const onScroll = () => {
    const { scrollHeight = 1, scrollTop = 0, clientHeight = 0 } = viewport.current ?? {}
    const below = ((scrollHeight - scrollTop - clientHeight) / scrollHeight) * rows.length
    if (below <= near.options) more()
  }
  return (
    <Select
      {...props}
      {...options.props}
      allowDeselect={false}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      scrollAreaProps={{ viewportRef: viewport, onScrollPositionChange: onScroll }}
      nothingFoundMessage={
        query.error ? messageOf(query.error) : query.isPending ? t('loading') : t('table.noResults')
      }
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
    />
  )
}

/** `SearchSelect` as the field of a form. */
export function SearchField({ find, held, ...field }: FieldProps & Pick<SearchProps, 'find' | 'held'>) {
  return <SearchSelect {...useRemote(field)} find={find} held={held} />
}

/** `LazySelect` as the field of a form. */
export function LazyField({ page, held, ...field }: FieldProps & Pick<LazyProps, 'page' | 'held'>) {
  return <LazySelect {...useRemote(field)} page={page} held={held} />
}

function useRemote(field: FieldProps) {
  const { value, onChange, input } = useField(field)
  const { maxLength: _, ...rest } = input
  return {
    ...rest,
    clearable: !input.withAsterisk,
    value: value || null,
    onChange: (id: string | null) => onChange(id ?? ''),
  }
}
