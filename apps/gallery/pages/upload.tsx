import { useState } from 'react'
import { type UploadedFile, UploadField } from '#kit/web/form/upload-field.web.tsx'
import { Said, State, States } from '../sheet.tsx'

const stored = (id: string, name: string, size: number): UploadedFile => ({
  id,
  name,
  displayName: name,
  size,
  isPending: false,
  isDelete: false,
})
const first = [
  stored('1', 'passport.pdf', 240_000),
  stored('2', 'proof of address of Tan Wei Ming, March 2026.pdf', 1_900_000),
]

/** Files that are stored already beside those still to be sent; below, the list as a form would send it. */
export function UploadPage() {
  const [files, setFiles] = useState<readonly UploadedFile[]>(first)
  const [one, setOne] = useState<readonly UploadedFile[]>([])
  return (
    <>
      <States>
        <State>
          <UploadField label="Documents" multiple files={files} onChange={setFiles} accept=".pdf,image/*" />
        </State>
        <State>
          <UploadField
            label="Logo"
            files={one}
            onChange={setOne}
            error={one.length ? undefined : 'No logo yet'}
          />
        </State>
        <State>
          <UploadField label="Disabled" multiple disabled files={first} onChange={setFiles} />
        </State>
      </States>
      <Said what={files.map((file) => ({ ...file, file: undefined }))} />
    </>
  )
}
