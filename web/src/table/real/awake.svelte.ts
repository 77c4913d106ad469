/** The screen stays awake where the browser allows it (not over plain http). */
export function stayAwake(): void {
  $effect(() => {
    let lock: { release: () => Promise<void> } | null = null
    const hold = (): void => {
      if (document.visibilityState === 'visible')
        void navigator.wakeLock?.request('screen').then((got) => (lock = got)).catch(() => {})
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  })
}
