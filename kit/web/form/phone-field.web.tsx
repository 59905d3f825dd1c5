import { Input, NativeSelect, TextInput } from '@mantine/core'
import type * as LibraryModule from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import { useEffect, useId, useMemo, useState } from 'react'
import { readPhone } from '#kit/domain/phone.domain.ts'
import { calendar } from '../calendar.web.ts'
import { languageTag } from '../i18n.web.ts'
import { type FieldProps, useField, useFieldCheck } from './form-context.web.tsx'
import css from './form.module.css'

type Library = typeof LibraryModule

/** Offered first; the first is the country where nothing else is known. */
const preferred: CountryCode[] = ['SG', 'US', 'GB']

/** A telephone number: country and national number, kept as E.164 (`+6591234567`). Its rules are loaded when first shown. */
export function PhoneField(field: FieldProps) {
  const { value, onChange, input, texts } = useField(field)
  const id = useId()
  const [library, setLibrary] = useState<Library>()
  const [chosen, setChosen] = useState<CountryCode>()
  const [typed, setTyped] = useState<{ text: string; value: string }>()
  useEffect(() => {
    let isShown = true
    void import('libphonenumber-js/min').then((loaded) => isShown && setLibrary(loaded))
    return () => void (isShown = false)
  }, [])

  const parsed = /^\+\d+$/.test(value) ? library?.parsePhoneNumberFromString(value) : undefined
  // What was typed is shown as long as it is what the form holds.
  const shown = typed?.value === value ? typed.text : undefined
  const own = useMemo(() => ownCountry(library), [library])
  const country = chosen ?? parsed?.country ?? own
  const isGood = value === '' || library === undefined || parsed?.isValid() === true
  useFieldCheck(field.name, () => (isGood ? undefined : texts('faults.phone')))

  // What cannot be read stays as it is, so that it is marked.
  const take = (text: string, from: CountryCode) => {
    const number = library && readPhone(text, (digits) => library.parsePhoneNumberFromString(digits, from))
    const next = number ?? text.trim()
    setTyped({ text, value: next })
    if (number && /^\D*(\+|00)/.test(text)) setChosen(undefined)
    onChange(next)
  }
  useEffect(() => {
    if (library && shown !== undefined) take(shown, country)
    // oxlint-disable-next-line react/exhaustive-deps -- once: what was typed before the rules came
  }, [library])
  const { maxLength: _, description, error, withAsterisk, label, ...rest } = input
  return (
    <Input.Wrapper
      {...{ label, description, error, withAsterisk }}
      inputWrapperOrder={input.inputWrapperOrder}
      id={id}
    >
      <div className={css.phone}>
        <NativeSelect
          aria-label={texts('form.phoneCountry')}
          disabled={!library || input.disabled}
          value={country}
          onChange={(event) => {
            const next = event.currentTarget.value as CountryCode
            setChosen(next)
            take(shown ?? parsed?.nationalNumber ?? value, next)
          }}
          data={library ? countries(library) : [country]}
        />
        <TextInput
          {...rest}
          id={id}
          inputMode="tel"
          autoComplete="tel-national"
          error={error !== undefined}
          aria-invalid={error !== undefined}
          value={shown ?? parsed?.nationalNumber ?? value}
          onChange={(event) => take(event.currentTarget.value, country)}
        />
      </div>
    </Input.Wrapper>
  )
}

/** The country of the company that the person works for; else Singapore. */
const ownCountry = (library: Library | undefined): CountryCode =>
  library?.getCountries().find((code) => code === calendar.get()?.country) ?? 'SG'

function countries({ getCountries, getCountryCallingCode }: Library) {
  const names = new Intl.DisplayNames([languageTag()], { type: 'region' })
  const entry = (code: CountryCode) => ({
    value: code,
    label: `${names.of(code) ?? code} +${getCountryCallingCode(code)}`,
  })
  const others = getCountries().filter((code) => !preferred.includes(code))
  return [...preferred.map(entry), ...others.map(entry).toSorted((a, b) => a.label.localeCompare(b.label))]
}
