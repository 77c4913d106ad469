/** What the page and the worker say to each other. */

export type ToWorker =
  | { kind: 'start'; base: string }
  | {
      kind: 'request'
      id: number
      method: string
      path: string
      headers: Record<string, string>
      body: string
    }
  | { kind: 'open'; socket: number; table: string }
  | { kind: 'message'; socket: number; text: string }
  | { kind: 'close'; socket: number }

export type ToPage =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'answer'; id: number; status: number; media: string; body: string }
  | { kind: 'message'; socket: number; text: string | null }
