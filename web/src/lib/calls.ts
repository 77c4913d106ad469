/** Being called to a table by a notification, also while the page is closed. The server calls through
 *  the push service of this browser; the service worker shows it. */
import { language, t } from '../i18n/i18n.svelte'
import { json, post } from './api'
import { keep, keptGames } from './games'
import type { Called } from './protocol'

export const canBeCalled = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** As far as this device knows: another one of the same player may have asked since. */
export const isCalled = (table: string): boolean => keptGames().some((game) => game.table === table && game.called === true)

/** Asks the person; no tells that notifications are blocked. */
export const permitted = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted'

export async function callMe(table: string, token: string, key: string): Promise<void> {
  const { endpoint, keys } = (await subscription(key)).toJSON()
  await ask(table, token, post({ endpoint, p256dh: keys!['p256dh'], auth: keys!['auth'], language: language() }))
  keep({ table, called: true })
}

/** Who was called at a table is called at its rematch. The server knows it already, if the game has
 *  not been over for long; from now on it calls this device to the new table. */
export function callMeAtRematch(table: string, rematch: string, token: string | null, key: string | undefined): void {
  if (!isCalled(table) || !token || !key) return
  keep({ table: rematch, called: true })
  void callMe(rematch, token, key).catch(() => {})
}

export async function callMeNoMore(table: string, token: string): Promise<void> {
  await ask(table, token, { method: 'DELETE' })
  keep({ table, called: false })
}

/** An open page that nobody looks at calls its player itself. */
export async function callHere(table: string): Promise<void> {
  if (!document.hidden || !canBeCalled || !isCalled(table)) return
  const worker = await navigator.serviceWorker.getRegistration()
  const [tag, icon] = [`t/${table}`, new URL('icon-192.png', document.baseURI).href]
  await worker?.showNotification(t('title.yourTurn'), { tag, icon, data: tag })
}

/** Whoever looks at a table needs no call to it any more. */
export async function putAway(table: string): Promise<void> {
  if (!canBeCalled) return
  const worker = await navigator.serviceWorker.getRegistration()
  for (const call of (await worker?.getNotifications({ tag: `t/${table}` })) ?? []) call.close()
}

function ask(table: string, token: string, init: RequestInit): Promise<Called> {
  const headers = { ...init.headers, authorization: `Bearer ${token}` }
  return json(`api/tables/${table}/calls`, { ...init, headers })
}

/** One for all tables of this server; one that was made for another key of it is of no use. */
async function subscription(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const wanted = { userVisibleOnly: true, applicationServerKey: key }
  return pushManager.subscribe(wanted).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(wanted)
  })
}
