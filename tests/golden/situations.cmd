# The situation, the fu, the payments and the rules in each language that has a catalogue.
KAZOE_PATH=$SRCDIR/rules
export KAZOE_PATH
for language in ja zh-hans zh-hant; do
    kazoe score -r ema-2025 --language $language --explain \
        '23m55789s [345p] (7777z) +4m seat=S from=W dora=4p honba=2 deposits=1' | grep -v 'rules/\|digest'
    kazoe score -r tenhou --language $language '123456m23p55789s +1p riichi ippatsu'
    kazoe score -r tenhou --language $language '19m19p19s1234567z +1m tsumo seat=E deposits=3'
    kazoe score -r sichuan --language $language '1122334455667p +7p tsumo out=WN' 2>/dev/null
    kazoe score -r singapore --language $language '123m456p789s55s23m +4m flowers=1f2g' 2>/dev/null
    kazoe compare -r mcr -r tenhou --language $language '111222m55z [666z] [777z] +5z riichi pao=daisangen:N' | head -3
done
