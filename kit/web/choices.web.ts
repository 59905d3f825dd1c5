import { type Texts, valueText } from './texts.web.ts'

/** One entry of a list to choose from. */
export interface ChoiceText {
  value: string | number
  label: string
}

/** What a screen may give: a plain value takes its text from `values.<key>`, a row of a picker has its own name. */
export type GivenChoice = string | number | ChoiceText | { id: string; name: string }

export const toChoices = (texts: Texts, key: string, given: readonly GivenChoice[]): ChoiceText[] =>
  given.map((one) => {
    if (typeof one !== 'object') return { value: one, label: valueText(texts, key, one) }
    return 'id' in one ? { value: one.id, label: one.name } : one
  })
