import { Button, Textarea } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import type { FieldRule } from '#modules/settings/information-fields/information-fields.domain.ts'
import { catalogue } from '#modules/settings/catalogue/catalogue.contract.ts'
import { parseMrz } from '../identity/mrz.domain.ts'
import { parseMyKad } from '../identity/mykad.domain.ts'
import css from './individuals.module.css'

const catalogueApi = bindContract(catalogue)

const today = () => new Date().toISOString().slice(0, 10)
const titled = (name: string) =>
  name.toLowerCase().replaceAll(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase())

/** Takes what a scanner types: the lines of a passport or card, or a MyKad number, and fills the form from it. */
export function IdentityReader({ rules }: { rules: readonly FieldRule[] }) {
  const { form, texts } = useFormScope()
  const countries = useQuery(catalogueApi.list.queryOptions()).data
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<readonly string[]>([])
  const letters = (alpha3: string) =>
    countries?.find(({ isoAlpha3 }) => isoAlpha3 === alpha3)?.countryCode ?? ''

  function fill(values: Record<string, string>) {
    const hidden = rules.filter(({ customerType, option }) => customerType === 1 && option === 'HIDDEN')
    for (const [field, value] of Object.entries(values))
      if (value && !hidden.some(({ fieldCode }) => fieldCode === field)) form.setFieldValue(field, value)
    setFaults([])
    setText('')
  }

  function read() {
    if (/^[\d\s-]{12,20}$/.test(text.trim())) {
      const card = parseMyKad(text.trim(), today())
      if (typeof card === 'string') return setFaults([texts(`reader.faults.${card}`)])
      return fill({ ...card, idType: 'MYKAD', idIssuingCountry: 'MY', nationality: 'MY' })
    }
    const zone = parseMrz(text, today())
    if (Array.isArray(zone))
      return setFaults(
        zone.map(({ code, field }) =>
          texts(`reader.faults.${code}`, {
            field: texts(`fields.${field}`, { defaultValue: texts('reader.zone') }),
          }),
        ),
      )
    return fill({
      name: titled(`${zone.givenNames} ${zone.surname}`.trim()),
      nationality: letters(zone.nationality),
      gender: zone.gender,
      dateOfBirth: zone.dateOfBirth,
      idType: zone.isPassport ? 'PASSPORT' : 'NATIONAL_ID',
      idNumber: zone.number,
      idIssuingCountry: letters(zone.issuingCountry),
      idExpiryDate: zone.expiryDate,
    })
  }
  return (
    <section className={css.reader}>
      <Textarea
        label={texts('reader.label')}
        description={texts('reader.help')}
        classNames={{ input: css.zone }}
        autosize
        minRows={2}
        maxRows={3}
        spellCheck={false}
        value={text}
        error={faults.length > 0 && faults.join(' ')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<IconScan size={16} stroke={1.75} />}
        disabled={text.trim() === ''}
        onClick={read}
      >
        {texts('reader.read')}
      </Button>
    </section>
  )
}
