/** The game of the day: the player's key, the groups, and what is asked of the server. The key is
 *  kept in this browser only; without it nobody can go on with a try, or delete it. */
import { language, region } from '../i18n/i18n.svelte'
import { authorized, json, post, text, type Request } from '../lib/api'
import { updateNotes } from '../lib/diceNotes'
import { DAYS_KEY, storeGame } from '../lib/games'
import type {
  DayBoard,
  DayDeleted,
  DayInfo,
  DayResult,
  DayStarted,
  GroupLeft,
  NewGroup,
} from '../lib/protocol'
import { go } from '../lib/route.svelte'
import { readStored, writeStored } from '../lib/stored'

interface StoredKey {
  key: string
  groups: string[]
}
/** More groups than this the server does not take. */
const MAX_GROUPS = 5

function storedKey(): StoredKey {
  return { key: '', groups: [], ...readStored<Partial<StoredKey>>(DAYS_KEY, {}) }
}

function storeKey(news: Partial<StoredKey>): void {
  writeStored(DAYS_KEY, { ...storedKey(), ...news })
}

/** "Monday, 16 November". */
export function dateWords(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const words = new Intl.DateTimeFormat(region(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  return words.format(new Date(year, month - 1, day))
}

export const groups = (): string[] => storedKey().groups

export function storeGroup(group: string): void {
  storeKey({
    groups: [group, ...groups().filter((other) => other !== group)].slice(0, MAX_GROUPS),
  })
}

function withKey(init: Request = {}): Request {
  const { key } = storedKey()
  return key ? authorized(init, key) : init
}

export const getDay = (date: string): Promise<DayInfo> => json(`api/days/${date}`, withKey())
export const getResult = (date: string): Promise<DayResult> =>
  json(`api/days/${date}/result?lang=${language()}`, withKey())
export const getBoard = (date: string, group: string): Promise<DayBoard> =>
  json(`api/days/${date}/board${group ? `?group=${group}` : ''}`, withKey())
export const getPicture = (date: string): Promise<string> =>
  text(`api/days/${date}/picture?lang=${language()}`, withKey())
export const joinGroup = (date: string, group: string): Promise<DayBoard> =>
  json(`api/days/${date}/groups`, withKey(post({ group })))
export const deleteDay = (date: string): Promise<DayDeleted> =>
  json(`api/days/${date}`, withKey({ method: 'DELETE' }))

export async function newGroup(): Promise<string> {
  const { group } = await json<NewGroup>('api/groups', post({}))
  storeGroup(group)
  return group
}

/** Takes one's name and games off the group's boards, and forgets its link; who has never played has no key. */
export async function leaveGroup(group: string): Promise<void> {
  if (storedKey().key) await json<GroupLeft>(`api/groups/${group}`, withKey({ method: 'DELETE' }))
  storeKey({ groups: groups().filter((other) => other !== group) })
}

/** Begin today's game, or go on with it. */
export async function playDay({ date, variant }: DayInfo, name: string): Promise<void> {
  const begun = await json<DayStarted>(
    `api/days/${date}`,
    withKey(post({ name, groups: groups() })),
  )
  storeKey({ key: begun.token })
  updateNotes(begun.table, { day: date })
  storeGame({ table: begun.table, token: begun.token, variant, names: [name], stage: 'playing' })
  go(`t/${begun.table}`)
}
