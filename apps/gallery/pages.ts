import type { FunctionComponent } from 'react'

/** Every page: the piece, and its states one beside the other. */
export const pages: { path: string; title: string; load: () => Promise<FunctionComponent> }[] = [
  { path: 'table', title: 'Table', load: async () => (await import('./pages/table.tsx')).TablePage },
  { path: 'dialogs', title: 'Dialogs', load: async () => (await import('./pages/says.tsx')).DialogsPage },
  {
    path: 'snackbars',
    title: 'Snackbars',
    load: async () => (await import('./pages/says.tsx')).SnackbarsPage,
  },
  {
    path: 'overlay',
    title: 'Loading overlay',
    load: async () => (await import('./pages/waits.tsx')).OverlayPage,
  },
  {
    path: 'processing',
    title: 'Processing button',
    load: async () => (await import('./pages/waits.tsx')).ProcessingPage,
  },
  {
    path: 'filters',
    title: 'Filter bar',
    load: async () => (await import('./pages/filters.tsx')).FiltersPage,
  },
  {
    path: 'date-filter',
    title: 'Date filter',
    load: async () => (await import('./pages/filters.tsx')).DateFilterPage,
  },
  { path: 'date', title: 'Date input', load: async () => (await import('./pages/fields.tsx')).DatePage },
  { path: 'time', title: 'Time picker', load: async () => (await import('./pages/fields.tsx')).TimePage },
  { path: 'phone', title: 'Phone input', load: async () => (await import('./pages/fields.tsx')).PhonePage },
  {
    path: 'thousands',
    title: 'Thousands mask',
    load: async () => (await import('./pages/fields.tsx')).ThousandsPage,
  },
  {
    path: 'percent',
    title: 'Percent mask',
    load: async () => (await import('./pages/fields.tsx')).PercentPage,
  },
  {
    path: 'autocomplete',
    title: 'Autocomplete',
    load: async () => (await import('./pages/remote.tsx')).AutocompletePage,
  },
  {
    path: 'lazy-select',
    title: 'Lazily loaded select',
    load: async () => (await import('./pages/remote.tsx')).LazySelectPage,
  },
  { path: 'upload', title: 'File upload', load: async () => (await import('./pages/upload.tsx')).UploadPage },
  {
    path: 'form',
    title: 'Asterisk rule and summary',
    load: async () => (await import('./pages/form.tsx')).FormGalleryPage,
  },
]
