// Runs before anything is painted, so that a chosen theme never flashes.
{
  const chosen = localStorage.getItem('upperhand.theme')
  if (chosen === 'light' || chosen === 'dark' || chosen === 'contrast') document.documentElement.dataset.theme = chosen
  if (localStorage.getItem('upperhand.density') === 'compact') document.documentElement.dataset.density = 'compact'
}
