/** Files of the project outside of `web`: records, documents and data that the Python tests use too. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf-8')
export const filesIn = (folder: string): string[] => readdirSync(join(ROOT, folder)).sort()
