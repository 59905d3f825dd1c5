import { bonesOf, heardOf, soundOf } from '../scripts/sound.domain.ts'
import { commonNames } from '../scripts/common.domain.ts'
import { nameGroups } from './people.domain.ts'
import type { Script } from '../scripts/scripts.domain.ts'

/** What a part of a name is: a small part may be there or not. */
export type PartKind = 'word' | 'initial' | 'number' | 'small'

const none: readonly number[] = []
const fathersName =
  /.(ovich|evich|ovych|evych|ovitch|evitch|owicz|ovna|evna|ivna|yevich|yevna|ogly|oglu|kyzy)$/

/** A part of a name. What only some comparisons need of its text is worked out when it is asked for. */
export class Part {
  readonly text: string
  readonly script: Script
  readonly kind: PartKind
  /** How much a word of its kind says, from 0 to 1, and the same with regard to its length. */
  readonly share: number
  readonly weight: number
  /** The letters that are in it, as bits. */
  readonly letters: number
  #groups: readonly number[] | undefined
  #common: boolean | undefined
  #fathers: boolean | undefined
  #sound: string | undefined
  #bones: string | undefined
  #heard: string | undefined

  constructor(text: string, script: Script, kind: PartKind, share: number) {
    this.text = text
    this.script = script
    this.kind = kind
    this.share = share
    this.weight = share * lengthWeight(text.length)
    this.letters = lettersOf(text)
  }

  /** The groups of given names and nicknames that it is in. */
  get groups(): readonly number[] {
    return (this.#groups ??= nameGroups(this.text) ?? none)
  }

  /** Whether very many people have this name. */
  get common(): boolean {
    return (this.#common ??= commonNames.has(this.text))
  }

  /** Whether it tells of the father: many writings of a name leave that out. */
  get fathers(): boolean {
    return (this.#fathers ??= fathersName.test(this.text))
  }

  /** What the spellings of a name that sound alike have in common. */
  get sound(): string {
    return (this.#sound ??= soundOf(this.text))
  }

  /** Its consonants, for finding it by a script that leaves out vowels. */
  get bones(): string {
    return (this.#bones ??= bonesOf(this.text))
  }

  /** Its letters with one sign for each consonant, for comparing it with such a script. */
  get heard(): string {
    return (this.#heard ??= heardOf(this.text))
  }
}

const known = new Map<string, Part[]>()
/** How many words are remembered with what was worked out from them. */
const most = 100_000

/** A part of a name; the same one for the same word again. */
export function part(text: string, script: Script, kind: PartKind, share: number): Part {
  const parts = known.get(text)
  for (const one of parts ?? [])
    if (one.share === share && one.kind === kind && one.script === script) return one
  const made = new Part(text, script, kind, share)
  if (parts) parts.push(made)
  else {
    if (known.size >= most) known.clear()
    known.set(text, [made])
  }
  return made
}

function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31)
  return bits
}

/** A longer word says more, up to a point. */
const lengthWeight = (length: number) => 0.5 + Math.min(length, 8) / 12
