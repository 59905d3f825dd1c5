import { Loader, Select } from '@mantine/core'
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { CallOptions } from '../client.web.ts'
import { messageOf } from '../failures.web.ts'
import { type FieldProps, useField } from './form-context.web.tsx'

interface Row {
  id: string
  name: string
}

interface RemoteProps extends FieldProps {
  /** What is chosen at first, so that it has a name before anything is fetched. */
  held?: Row | undefined
}

interface Fetching {
  error: Error | null
  isFetching: boolean
}

/** A select of fetched rows, its value the id of one; what is chosen stays among them. */
function useRemote({ held, ...field }: RemoteProps, rows: readonly Row[], query: Fetching) {
  const { value, onChange, input, texts } = useField<string | null>(field)
  const [picked, setPicked] = useState(held)
  const kept = picked && picked.id === value && !rows.some(({ id }) => id === value) ? [picked] : []
  const { maxLength: _, ...rest } = input
  return {
    ...rest,
    value: value || null,
    data: [...rows, ...kept].map(({ id, name }) => ({ value: id, label: name })),
    onChange: (id: string | null) => {
      setPicked(rows.find((row) => row.id === id) ?? picked)
      onChange(id ?? '')
    },
    allowDeselect: false,
    clearable: !input.withAsterisk,
    comboboxProps: { shadow: 'md' } as const,
    nothingFoundMessage: query.error
      ? messageOf(query.error)
      : texts(query.isFetching ? 'loading' : 'table.noResults'),
    rightSection: query.isFetching ? <Loader size={14} /> : undefined,
  }
}

const searchDelay = 300

interface SearchProps extends RemoteProps {
  /** Finds rows by what was typed. When it fails the list is empty. */
  find: (text: string, how: CallOptions) => Promise<readonly Row[]>
}

/** A choice that is found by typing. Asks 300 ms after the last key, and not for an empty text. */
export function SearchField({ find, ...field }: SearchProps) {
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
  const props = useRemote(field, found, query)
  const chosen = props.data.find((one) => one.value === props.value)?.label
  return (
    <Select
      {...props}
      searchable
      filter={({ options }) =>
        options.filter((one) => found.some((row) => 'value' in one && row.id === one.value))
      }
      // The name of what was chosen is put there by the control, not typed.
      onSearchChange={(typed) => setText(typed === chosen ? '' : typed)}
      nothingFoundMessage={asked === '' ? undefined : props.nothingFoundMessage}
    />
  )
}

const pageSize = 50
/** More is fetched when the end is this many options away, so many milliseconds after. */
const near = { options: 10, after: 100 }

interface LazyProps extends RemoteProps {
  /** Fetches one page of the list; a list call of a contract fits. */
  page: (
    ask: { pageNum: number; pageSize: number },
    how: CallOptions,
  ) => Promise<{ items: readonly Row[]; pagination: { pageNum: number; totalPages: number } }>
}

/** A choice from a long list, fetched when it is opened: 50 at a time, more when the end comes near. */
export function LazyField({ page, ...field }: LazyProps) {
  const id = useId()
  const viewport = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const query = useInfiniteQuery({
    queryKey: ['pages', id],
    queryFn: ({ pageParam, signal }) => page({ pageNum: pageParam, pageSize }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { pageNum, totalPages } }) =>
      pageNum < totalPages ? pageNum + 1 : undefined,
    enabled: isOpen,
  })
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  // Where the end is counts once the time is over: a page may have come since the last scrolling.
  const onScroll = useDebouncedCallback(() => {
    const { scrollHeight = 1, scrollTop = 0, clientHeight = 0 } = viewport.current ?? {}
    const below = ((scrollHeight - scrollTop - clientHeight) / scrollHeight) * rows.length
    if (below <= near.options && query.hasNextPage && !query.isFetching) void query.fetchNextPage()
  }, near.after)
  return (
    <Select
      {...useRemote(field, rows, query)}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      scrollAreaProps={{ viewportRef: viewport, onScrollPositionChange: onScroll }}
    />
  )
}
