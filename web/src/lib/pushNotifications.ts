/** Push notifications when it is the player's turn, also while the page is closed: the server sends
 *  them through the push service of this browser, and the service worker shows them. */
import { language, t } from '../i18n/i18n.svelte'
import { authorized, json, post, type Request } from './api'
import { storeGame, storedGames } from './games'
import type { Called } from './protocol'
import { settings } from './settings.svelte'

export const pushSupported =
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** As far as this device knows: another one of the same player may have asked since. */
export const isSubscribed = (table: string): boolean =>
  storedGames().some((game) => game.table === table && game.called === true)

/** Asks the person; no tells that notifications are blocked. */
export const askPermission = async (): Promise<boolean> =>
  (await Notification.requestPermission()) === 'granted'

export async function subscribe(table: string, token: string, key: string): Promise<void> {
  const { endpoint, keys: { p256dh, auth } = {} } = (await subscription(key)).toJSON()
  const quiet = {
    quiet_from: minuteByUtc(settings.quietFrom),
    quiet_to: minuteByUtc(settings.quietTo),
  }
  await ask(table, token, post({ endpoint, p256dh, auth, language: language(), ...quiet }))
  storeGame({ table, called: true })
}

/** A time of the day here, as minutes of the day by UTC; 0 for none. */
function minuteByUtc(time: string): number {
  const [hour, minute] = time.split(':').map(Number)
  if (hour === undefined || minute === undefined) return 0
  const at = new Date()
  at.setHours(hour, minute)
  return at.getUTCHours() * 60 + at.getUTCMinutes()
}

/** Who was called at a table is called at its rematch. The server knows it already, if the game has
 *  not been over for long; from now on it calls this device to the new table. */
export function subscribeAtRematch(
  table: string,
  rematch: string,
  token: string | null,
  key: string | undefined,
): void {
  if (!isSubscribed(table) || !token || !key) return
  storeGame({ table: rematch, called: true })
  void subscribe(rematch, token, key).catch(() => {})
}

export async function unsubscribe(table: string, token: string): Promise<void> {
  await ask(table, token, { method: 'DELETE' })
  storeGame({ table, called: false })
}

/** An open page that nobody looks at calls its player itself. */
export async function notifyIfHidden(table: string): Promise<void> {
  if (!document.hidden || !pushSupported || !isSubscribed(table)) return
  const worker = await navigator.serviceWorker.getRegistration()
  const [tag, icon] = [`t/${table}`, new URL('icon-192.png', document.baseURI).href]
  await worker?.showNotification(t('title.yourTurn'), { tag, icon, data: tag })
}

/** Whoever looks at a table needs no call to it any more. */
export async function closeNotifications(table: string): Promise<void> {
  if (!pushSupported) return
  const worker = await navigator.serviceWorker.getRegistration()
  for (const call of (await worker?.getNotifications({ tag: `t/${table}` })) ?? []) call.close()
}

function ask(table: string, token: string, init: Request): Promise<Called> {
  return json(`api/tables/${table}/calls`, authorized(init, token))
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
