"""Which of several systems is better: paired tests, groups, power, and places in the space.

D. Card, P. Henderson, U. Khandelwal, R. Jia, K. Mahowald and D. Jurafsky. 2020. With Little Power Comes Great
Responsibility. EMNLP. R. Dror, G. Baumer, S. Shlomov and R. Reichart. 2018. The Hitchhiker's Guide to Testing
Statistical Significance in Natural Language Processing. ACL.
"""
