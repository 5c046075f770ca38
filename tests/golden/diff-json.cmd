kazoe diff --json ema-2016 ema-2025 | sed -E 's/"file":"[^"]*rules\//"file":"rules\//g'
