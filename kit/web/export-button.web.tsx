import { IconDownload } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { ProcessingButton } from './parts.web.tsx'

/** Takes what is shown away as a file. */
export const ExportButton = (
  props: Omit<ComponentProps<typeof ProcessingButton>, 'variant' | 'leftSection'>,
) => <ProcessingButton variant="default" leftSection={<IconDownload size={16} stroke={1.75} />} {...props} />
