import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nameOrNone } from '../src/lib/playerName'
import { loadSettings, settings } from '../src/lib/settings.svelte'

async function load(saved: object): Promise<void> {
  localStorage.setItem('rowlock.settings', JSON.stringify(saved))
  await loadSettings()
}

beforeEach(() => {
  Object.assign(settings, { coach: 'legal', name: '', bots: 3, oneTap: false })
})
afterEach(() => {
  localStorage.removeItem('rowlock.settings')
})

test('what was saved counts', async () => {
  await load({ language: 'en', name: 'Zoë', bots: 1, oneTap: true, coach: 'best' })
  expect([settings.name, settings.bots, settings.oneTap, settings.coach]).toEqual([
    'Zoë',
    1,
    true,
    'best',
  ])
})

test('what was saved with another type does not count', async () => {
  await load({ bots: 'three', name: 7, oneTap: 'yes' })
  expect([settings.bots, settings.name, settings.oneTap]).toEqual([3, '', false])
})

test('text that is no JSON leaves the defaults', async () => {
  localStorage.setItem('rowlock.settings', '{')
  await loadSettings()
  expect([settings.bots, settings.coach]).toEqual([3, 'legal'])
})

test('hints that an earlier version had switched off stay off', async () => {
  await load({ hints: false })
  expect(settings.coach).toBe('off')
  await load({ hints: true, coach: 'legal' })
  expect(settings.coach).toBe('legal')
})

describe('the own name', () => {
  test.each(['You', 'Du', 'Toi', 'Tu'])('is not "%s", which was no name', async (old) => {
    await load({ name: old })
    expect(settings.name).toBe('')
  })

  test('is the one in the settings; without one nobody is called by a name', async () => {
    await load({ name: 'Zoë' })
    expect(nameOrNone()).toBe('Zoë')
    await load({ name: '' })
    expect(nameOrNone()).toBe('Player')
  })
})
