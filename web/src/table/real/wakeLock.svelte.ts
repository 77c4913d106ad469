/** The screen stays awake where the browser allows it (not over plain http). */
export function keepScreenOn(): void {
  $effect(() => {
    let lock: { release: () => Promise<void> } | null = null
    const hold = (): void => {
      if (document.visibilityState === 'visible' && 'wakeLock' in navigator)
        void navigator.wakeLock
          .request('screen')
          .then((got) => (lock = got))
          .catch(() => {})
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  })
}
