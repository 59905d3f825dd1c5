import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProcessingButton } from './parts.web.tsx'
import { printFile, saveFile } from './save-file.web.ts'

interface ExportButtonProps {
  /** Fetches the file. */
  file: () => Promise<unknown>
  /** The file is printed, and not kept. */
  isPaper?: boolean
  /** What is done with what was fetched, where that is no file. */
  take?: (found: never) => void
  variant?: 'default' | 'filled'
  disabled?: boolean
  children: ReactNode
}

/** Takes what is shown away as a file, or prints it. */
export function ExportButton({ file, isPaper, take, ...rest }: ExportButtonProps) {
  const keep = take ?? (isPaper ? printFile : saveFile)
  const save = useMutation({ mutationFn: async () => keep((await file()) as never) })
  const Icon = isPaper ? IconPrinter : IconDownload
  return (
    <ProcessingButton
      variant="default"
      {...rest}
      leftSection={<Icon size={16} stroke={1.75} />}
      busy={save.isPending}
      onClick={() => save.mutate()}
    />
  )
}
